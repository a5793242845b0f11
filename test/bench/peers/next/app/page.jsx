import Link from 'next/link';
import { Home } from './generated/home.jsx';
import { Menu } from './client-menu.jsx';

export default function Page() {
  return <Home Link={Link} Menu={Menu} />;
}
