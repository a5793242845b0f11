// Serves what `npm run build` made; installs and builds nothing.
import { checkPorts } from './lib/ports.mjs';
import { serve } from './lib/serve.mjs';

await checkPorts();
await serve();
