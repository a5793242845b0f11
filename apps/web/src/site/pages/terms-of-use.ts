import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/terms-of-use',
  'Terms for the NovaCore site, accounts and services: orders, billing in INR, uptime, acceptable use, your data, and ending an agreement.',
);
