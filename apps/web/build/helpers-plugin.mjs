const importing = /import\{([^}]*)\}from"\.\/rolldown-runtime-[^"]+";/;

function moveHelpers(_options, bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
  const [helpers, vendor] = ['rolldown-runtime', 'vendor'].map((name) => chunks.find((chunk) => chunk.name === name));
  const [, body, exported] = /^(.*)export\{(.*)\};?\s*$/s.exec(helpers.code);
  const made = `const helpers=(()=>{${body}return{${exported.replace(/(\w+) as (\w+)/g, '$2:$1')}}})();export{helpers};`;
  const imported = `import{helpers}from"./${vendor.fileName.split('/').at(-1)}";`;
  for (const chunk of chunks)
    chunk.code = chunk.code.replace(
      importing,
      (_, names) => `${chunk === vendor ? made : imported}const{${names.replaceAll(' as ', ':')}}=helpers;`,
    );
  delete bundle[helpers.fileName];
}

/**
 * Moves the bundler's helpers, half a kilobyte, from a chunk of their own, which every page would ask for besides, into
 * the chunk that every page loads first. No group can take them in.
 */
export const helpersPlugin = () => ({
  name: 'novacore:helpers',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  // Chunks are named before this: without it a change here would keep the names.
  augmentChunkHash: () => String(moveHelpers),
  generateBundle: moveHelpers,
});
