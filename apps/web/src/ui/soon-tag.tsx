export const SoonTag = () => <span className="tag">Coming soon</span>;
