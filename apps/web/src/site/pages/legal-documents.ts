import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/legal-documents',
  'All legal documents of NovaCore in one place: terms of use, cookie policy, privacy policy, and contact for questions.',
);
