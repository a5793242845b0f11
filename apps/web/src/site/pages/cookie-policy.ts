import { legalScreen } from '../documents/legal-screen';

export default legalScreen(
  '/cookie-policy',
  'NovaCore sets no cookies. What the site stores in your browser instead, why, for how long, and how to clear it.',
);
