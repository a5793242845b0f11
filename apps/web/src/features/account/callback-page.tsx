import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router-dom';
import { api } from '../../api/queries';
import type { LoginState } from '../../api/require-login';
import { setToken } from '../../api/session';
import { Loader } from '../../ui/brand';
import { useAfterMount } from '../../ui/use-after-mount';
import { AuthLayout } from './auth-screen';
import { takeCallback } from './oauth';

/** The identity provider redirects here. We go on to /payment with a token, or to /login with the reason. */
export default function CallbackPage() {
  const navigate = useNavigate();
  useAfterMount(async () => {
    const result = takeCallback();
    if ('token' in result) {
      setToken(result.token);
      // The first request with a token counts as the login and registers this browser.
      await api.GET('/user/me');
      toast.success('Login Successful');
      navigate('/payment', { replace: true });
    } else {
      toast.error('Login Failed');
      const state: LoginState = { notice: result.refusal };
      navigate('/login', { replace: true, state });
    }
  });
  return (
    <AuthLayout>
      <Loader />
      <h1>Logging you in...</h1>
    </AuthLayout>
  );
}
