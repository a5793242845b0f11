/** Adds the setting to an error, so that an operator knows what to change. */
export const nameSetting =
  (key: string) =>
  (error: Error): never => {
    throw new Error(`${key}: ${error.message}`, { cause: error });
  };
