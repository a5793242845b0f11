/** The table of contents beside a long text. */
export const Contents = ({ entries, current }: { entries: { to: string; label: string }[]; current?: string }) => (
  <nav className="toc" aria-label="On this page">
    {entries.map(({ to, label }) => (
      <a key={to} href={to} aria-current={to === current ? 'page' : undefined}>
        {label}
      </a>
    ))}
  </nav>
);
