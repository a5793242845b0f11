import { statfs } from 'node:fs/promises';
import { hostsWithoutTls } from '../config/config-rules';
import { razorpayAddresses } from '../config/sandbox-defaults';
import { checkSiteBuild, loadSite } from '../http/site-build';
import { projectRoot } from '../project-root';
import { brokenRules, type Deployment, type Finding } from './finding';

const minFreeBytes = 1024 ** 3;

export async function siteFindings({ config }: Deployment): Promise<Finding[]> {
  try {
    checkSiteBuild(loadSite(), config);
    return [];
  } catch (error) {
    const fix = 'Run npm run build with the same environment as the server, and a complete OPERATOR_FILE.';
    return [{ fault: (error as Error).message, fix }];
  }
}

/** The server accepts these settings, but customers should not depend on them. */
export async function configurationFindings({ config, trial }: Deployment): Promise<Finding[]> {
  const { publicUrl, paymentAccount: razorpay, trustProxy, contactEmail, production } = config;
  const isHttps = publicUrl.startsWith('https:');
  const inClear = hostsWithoutTls(config);
  return brokenRules([
    [
      inClear.length > 0,
      `The connection to the database on ${inClear.join(', ')} is not encrypted.`,
      'Add ?sslmode=verify-full to DATABASE_URL and DATABASE_DIRECT_URL.',
    ],
    [!production, 'NODE_ENV is not production.', 'Set NODE_ENV=production for the build and the server.'],
    [!isHttps, 'PUBLIC_URL is not https.', 'Put a proxy with TLS in front: deploy/nginx.conf.'],
    [
      !trial && /^rzp_test_/i.test(razorpay.keyId),
      'RAZORPAY_KEY_ID is a test key: no real money moves.',
      'Set the live key, its secret and its webhook secret. For a trial, run the doctor with -- --trial.',
    ],
    [
      !trial && razorpay.apiUrl !== razorpayAddresses.apiUrl,
      'RAZORPAY_API_URL is not Razorpay.',
      'Remove RAZORPAY_API_URL and RAZORPAY_CHECKOUT_URL.',
    ],
    [
      /@novacore\.example$/.test(contactEmail),
      'CONTACT_EMAIL is a placeholder.',
      'Set CONTACT_EMAIL and build the site again.',
    ],
    [
      isHttps && !trustProxy.length,
      'TRUST_PROXY is empty although a proxy terminates TLS: all visitors share one rate limit.',
      "Set TRUST_PROXY to the proxy's address, such as 127.0.0.1.",
    ],
  ]);
}

export async function diskFindings({ config }: Deployment): Promise<Finding[]> {
  const rules = [projectRoot, config.dataDir].map(async (folder) => {
    const disk = await statfs(folder).catch(() => undefined);
    const free = disk ? disk.bavail * disk.bsize : minFreeBytes;
    const fault = `The disk of ${folder} has ${Math.round(free / 1024 ** 2)} MB left.`;
    return [free < minFreeBytes, fault, 'Keep 1 GB free: the next build needs it.'] as [boolean, string, string];
  });
  return brokenRules(await Promise.all(rules));
}
