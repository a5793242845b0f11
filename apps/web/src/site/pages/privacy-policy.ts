import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/privacy-policy',
  'What personal data NovaCore holds, why, for how long, who receives it, and your rights under the DPDP Act, 2023 and the GDPR.',
);
