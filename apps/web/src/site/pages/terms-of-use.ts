import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/terms-of-use',
  'The rules for the NovaCore site, accounts and services: orders, billing in INR, uptime, acceptable use, your data, and how an agreement ends.',
);
