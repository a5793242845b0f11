import Link from 'next/link';
import { Menu } from '../client-menu.jsx';
import { Pricing } from '../generated/pricing.jsx';

export default function Page() {
  return <Pricing Link={Link} Menu={Menu} />;
}
