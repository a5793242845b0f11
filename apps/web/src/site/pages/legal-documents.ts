import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/legal-documents',
  'Every legal document of NovaCore in one place: terms of use, cookie policy, privacy policy, and whom to ask.',
);
