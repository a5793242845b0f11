/** Allowed imports. */
const from = (path, pathNot) => ({ path, ...(pathNot && { pathNot }) });
const forbid = (name, importer, imported) => ({ name, severity: 'error', from: importer, to: imported });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid('no cycles', {}, { circular: true }),
    forbid('apps meet in the contract only', from('^apps/([^/]+)/'), { path: '^apps/', pathNot: '^apps/$1/' }),
    forbid('packages know no app', from('^packages/'), { path: '^apps/' }),
    forbid('ui knows nothing above it', from('^apps/web/src/ui/'), { path: '^apps/web/src/(app|site|features|api)/' }),
    forbid('api knows nothing above it', from('^apps/web/src/api/'), { path: '^apps/web/src/(app|site|features|ui)/' }),
    forbid('content pages call no API', from('^apps/web/src/site/'), { path: '^apps/web/src/(app|api|features)/' }),
    forbid('features do not import one another', from('^apps/web/src/features/([^/]+)/'), {
      path: '^apps/web/src/features/',
      pathNot: '^apps/web/src/features/$1/',
    }),
    forbid('features do not know the app', from('^apps/web/src/features/'), { path: '^apps/web/src/app/' }),
    { ...forbid('no two BFF folders import each other', from('^apps/bff/src/'), { circular: true }), scope: 'folder' },
    forbid('payments: other folders know work and rules', from('^apps/bff/src/(?!payments/)'), {
      path: '^apps/bff/src/payments/(store|provider)/',
    }),
    forbid('payments: work knows no api', from('/payments/(work|store|provider|rules)/'), { path: '/payments/api/' }),
    forbid('payments: store knows rules only', from('/payments/store/'), { path: '/payments/(work|provider)/' }),
    forbid('payments: provider knows rules only', from('/payments/provider/'), { path: '/payments/(work|store)/' }),
    forbid('payments: only the module knows an adapter', from('/payments/(?!payments-core.module|order-lookup|provider/razorpay/)'), {
      path: '/payments/provider/razorpay/',
    }),
    forbid('payments: rules are pure', from('/payments/rules/'), { pathNot: '/(payments/rules|problem)/' }),
    forbid('controllers do not see Prisma', from('\\.controller\\.ts$'), { path: '(generated/prisma|prisma\\.service)' }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/dev/|/.previous/|/generated/|node_modules|\\.test\\.ts$)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'apps/web/tsconfig.json' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
