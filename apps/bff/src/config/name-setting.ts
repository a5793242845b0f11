/** Adds to an error the setting that it is about, so that an operator knows what to change. */
export const nameSetting =
  (key: string) =>
  (error: Error): never => {
    throw new Error(`${key}: ${error.message}`, { cause: error });
  };
