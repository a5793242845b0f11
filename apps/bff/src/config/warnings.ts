import { isLocal, shortestSecret } from './checks';
import type { Config } from './config';
import { sandbox } from './sandbox-parties';

interface Warning {
  event: string;
  host?: string;
  message: string;
}

const hostOf = (url: string) => new URL(url).host;

/** Where a payment would go, unless to Razorpay. */
function strangerOf({ apiUrl, checkoutUrl }: Config['razorpay']) {
  const { realAddresses } = sandbox;
  if (apiUrl !== realAddresses.apiUrl) return hostOf(apiUrl);
  return checkoutUrl === realAddresses.checkoutUrl ? undefined : hostOf(checkoutUrl);
}

/** What may be meant so, in production, and is worth a loud word at start: a trial with another stand-in looks like this. */
export function warningsOf({ production, publicUrl, razorpay }: Config): Warning[] {
  if (!production) return [];
  const warnings: Warning[] = [];
  const host = strangerOf(razorpay);
  if (host) warnings.push({ event: 'provider_is_not_razorpay', host, message: 'Payments go to a stand-in.' });
  if (!publicUrl.startsWith('https:') && !isLocal(publicUrl))
    warnings.push({
      event: 'public_url_is_not_https',
      host: hostOf(publicUrl),
      message: 'Passwords and tokens cross the network in plain.',
    });
  if (razorpay.webhookSecret.length < shortestSecret)
    warnings.push({ event: 'webhook_secret_is_short', message: 'RAZORPAY_WEBHOOK_SECRET can be guessed.' });
  return warnings;
}
