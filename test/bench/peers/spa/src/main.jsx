// The whole site in one bundle: an empty document, and everything drawn by script.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Toaster } from 'react-hot-toast';
import { BrowserRouter, Link as RouterLink, Route, Routes } from 'react-router-dom';
import { Login, Payment } from './account.jsx';
import { Home } from './generated/home.jsx';
import { Pricing } from './generated/pricing.jsx';
import './generated/site.css';
import { Menu } from './menu.jsx';

const Link = ({ href, ...rest }) => <RouterLink to={href} {...rest} />;

createRoot(document.getElementById('root')).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Home Link={Link} Menu={Menu} />} />
        <Route path="/pricing" element={<Pricing Link={Link} Menu={Menu} />} />
        <Route path="/login" element={<Login Link={Link} />} />
        <Route path="/payment" element={<Payment Link={Link} />} />
      </Routes>
      <Toaster />
    </BrowserRouter>
  </QueryClientProvider>,
);
