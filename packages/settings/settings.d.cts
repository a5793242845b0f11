export const defaults: {
  PORT: number;
  SANDBOX_PORT: number;
  DATA_DIR: string;
  CONTACT_EMAIL: string;
  PAYMENT_PURPOSE: string;
  LOG_RETENTION_DAYS: number;
};
export function isReadableFile(path: string): boolean;
export function readEnvFile(file: string): { values: Record<string, string>; faults: string[] };
export function loadEnvFile(root: string): string[];
