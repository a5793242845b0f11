import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/cookie-policy',
  'NovaCore sets no cookies. What the site keeps in your own browser instead, why, until when, and how to clear it.',
);
