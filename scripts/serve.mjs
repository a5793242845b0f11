// Serves what `npm run build` made; installs and builds nothing.
import { serve } from './lib/serve.mjs';

await serve();
