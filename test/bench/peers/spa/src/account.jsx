import createFetchClient from 'openapi-fetch';
import createClient from 'openapi-react-query';
import { useEffect } from 'react';
import toast from 'react-hot-toast';
import { Login as LoginPage } from './generated/login.jsx';
import { Payment as PaymentPage } from './generated/payment.jsx';
import { Menu } from './menu.jsx';

const api = createClient(createFetchClient({ baseUrl: '/api' }));
const markLive = () => {
  window.__live = true;
};

export function Login({ Link }) {
  const logIn = api.useMutation('post', '/auth/login');
  useEffect(markLive, []);
  const send = (event) => {
    event.preventDefault();
    toast.promise(logIn.mutateAsync({ body: Object.fromEntries(new FormData(event.target)) }), { loading: 'Loading...' });
  };
  return (
    <div onSubmit={send}>
      <LoginPage Link={Link} />
    </div>
  );
}

export function Payment({ Link }) {
  const order = api.useMutation('post', '/user/order');
  const { mutate } = order;
  useEffect(() => {
    mutate({ body: { amount: 150 } });
    markLive();
  }, [mutate]);
  return <PaymentPage Link={Link} Menu={Menu} />;
}
