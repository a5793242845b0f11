import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import type { LogInState } from '../../api/log-in-state';
import { setToken } from '../../api/session';
import { useAfterMount } from '../../ui/after-mount';
import { Loader } from '../../ui/loader';
import { takeCallback } from './callback';

/** Where the identity provider sends people back to: on to /payment with a token, or to /login with the reason. */
export default function CallbackPage() {
  const navigate = useNavigate();
  useAfterMount(() => {
    const result = takeCallback();
    if ('token' in result) {
      setToken(result.token);
      toast.success('Login Successful');
      navigate('/payment', { replace: true });
    } else {
      toast.error('Login Failed');
      const state: LogInState = { notice: result.refusal };
      navigate('/login', { replace: true, state });
    }
  });
  return (
    <section className="wrap callback">
      <Loader />
      <h1>Logging you in...</h1>
    </section>
  );
}
