/** Marks what is announced and not there yet. */
export const SoonTag = () => <span className="tag">Coming soon</span>;
