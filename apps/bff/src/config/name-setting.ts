/** Puts the setting's name before an error message, so that operators know what to change. */
export const nameSetting =
  (key: string) =>
  (error: Error): never => {
    throw new Error(`${key}: ${error.message}`, { cause: error });
  };
