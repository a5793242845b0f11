import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/privacy-policy',
  'What NovaCore knows about you, why, for how long, who else sees it, and what you can ask under the DPDP Act, 2023 and the GDPR.',
);
