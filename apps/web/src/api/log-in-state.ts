/** What a page may say when it sends somebody to /login: router state, so that it is never in the address. */
export type LogInState = {
  /** Why they are here. */
  notice?: string;
  /** Fills in the field. */
  email?: string;
  /** A path of ours to go back to instead of /payment. */
  from?: string;
};
