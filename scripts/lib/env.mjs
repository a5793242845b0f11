// The few settings that the scripts themselves need, from the environment or .env (the environment wins).
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from './run.mjs';

if (existsSync(`${root}.env`)) process.loadEnvFile(`${root}.env`);

export const dataDir = resolve(root, process.env.DATA_DIR || '.data');
export const port = process.env.PORT || '3000';
export const publicUrl = process.env.PUBLIC_URL || `http://localhost:${port}`;
export const sandboxPort = process.env.SANDBOX_PORT || '3001';
export const contactEmail = process.env.CONTACT_EMAIL || 'hello@novacore.example';
export const homeScriptUrl = process.env.HOME_SCRIPT_URL || '';
export const production = process.env.NODE_ENV === 'production';
/** The sandbox stands in for every party that has no keys; never in production. */
export const needsSandbox = !production && !(process.env.RAZORPAY_KEY_ID && process.env.IDP_ISSUER);
