import type example from '../../operator.example.json';
import type { IconName } from '../ui/icon';

type OperatorFile = Omit<typeof example, 'social'> & { social: Social[] };
type Social = { name: string; icon: IconName; address: string };

/** Who runs this site: the fields of OPERATOR_FILE and the settings that pages show. Read when the site is built. */
export const operator = {
  ...(import.meta.env.OPERATOR as OperatorFile),
  contactEmail: import.meta.env.CONTACT_EMAIL as string,
  /** What the payment of this site buys, in a few words. */
  paymentPurpose: import.meta.env.PAYMENT_PURPOSE as string,
  logRetentionDays: import.meta.env.LOG_RETENTION_DAYS as number,
};
