import type example from '../../operator.example.json';
import type { IconName } from '../ui/icon';

type OperatorFile = Omit<typeof example, 'social'> & { social: Social[] };
type Social = { name: string; icon: IconName; address: string };

/** The site's operator: OPERATOR_FILE and settings that pages show, read at build time. */
export const operator = {
  ...(import.meta.env.OPERATOR as OperatorFile),
  contactEmail: import.meta.env.CONTACT_EMAIL as string,
  logRetentionDays: import.meta.env.LOG_RETENTION_DAYS as number,
};
