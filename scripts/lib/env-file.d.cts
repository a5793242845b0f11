export function readEnvFile(file: string): { values: Record<string, string>; faults: string[] };
