import './generated/site.css';

export const metadata = { title: 'NovaCore', description: 'The home page as a Next.js export.' };

export default function Layout({ children }) {
  return (
    <html lang="en-IN">
      <body>{children}</body>
    </html>
  );
}
