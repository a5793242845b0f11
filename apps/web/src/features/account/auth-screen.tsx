import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { Link } from 'react-router-dom';
import { configQuery, useGetConfig } from '../../api/queries';
import { useToken } from '../../api/require-login';
import { getEmail } from '../../api/session';
import burst from '../../site/drawings/burst.svg?raw';
import { AppBrowserNote, useIsInApp } from '../../ui/app-browser-note';
import { Logo } from '../../ui/brand';
import { ChangingText } from '../../ui/changing-text';
import { Icon } from '../../ui/icon';
import { authorizeUrl, type Connection, isStateStored } from './oauth';

type Props = {
  title: string;
  notice?: string;
  children: ReactNode;
  passkey?: ReactNode;
  /** Called before the redirect to the identity provider. */
  onSocialLogIn?: () => void;
  /** Called if the redirect fails. */
  onSocialFailure?: () => void;
  question?: string;
  other: { path: string; label: string };
};

/** The split screen of login, sign-up and the password pages. The brand panel shows `state`. */
export const AuthLayout = ({ state, children }: { state?: 'sent' | 'done' | undefined; children: ReactNode }) => (
  <div className="auth" data-state={state}>
    <BrandPanel />
    <div className="auth__form">
      <div className="auth__inner">{children}</div>
    </div>
    <PanelLinks />
  </div>
);

export const AuthScreen = ({ title, notice, children, passkey, question, other, ...social }: Props) => (
  <AuthLayout>
    <h1>{title}</h1>
    <p role="status" className={notice && 'note note--warning'}>
      {notice && <ChangingText>{notice}</ChangingText>}
    </p>
    <SignedInNotice />
    {children}
    <p className="divider">or</p>
    <SocialLogin {...social} />
    {passkey}
    <p className="muted auth__other">
      {question && `${question} `}
      <Link to={other.path}>{other.label}</Link>
    </p>
  </AuthLayout>
);

function SignedInNotice() {
  const token = useToken();
  if (token === null) return null;
  const email = getEmail();
  return (
    <p className="note">
      You are logged in{email && ` as ${email}`}. Go to <Link to="/payment">payment</Link> or{' '}
      <Link to="/account">your account</Link>.
    </p>
  );
}

/** The size applies only without styles. */
const sizedBurst = burst.replace('<svg', '<svg width="320" height="320"');

const BrandPanel = () => (
  <div className="auth__brand">
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours */}
    <div className="drawing" dangerouslySetInnerHTML={{ __html: sizedBurst }} />
    <Logo />
  </div>
);

/** The links follow the form in reading order, because most visitors come for the form. */
const PanelLinks = () => (
  <nav className="auth__foot" aria-label="Help and legal">
    <a href="/contact">Contact us</a>
    <a href="/legal">Privacy</a>
    <a href="/legal">Terms</a>
    <a href="/legal#faq">FAQ</a>
  </nav>
);

const connections = [
  { connection: 'github', icon: 'github', label: 'GitHub' },
  { connection: 'google-oauth2', icon: 'google', label: 'Google' },
] as const;

/** The identity provider redirects back to /callback. */
function SocialLogin({ onSocialLogIn, onSocialFailure }: Pick<Props, 'onSocialLogIn' | 'onSocialFailure'>) {
  const queryClient = useQueryClient();
  const [isBlocked, setIsBlocked] = useState(false);
  const isOff = useGetConfig().data?.identityProvider === null;
  const isInApp = useIsInApp();

  const redirect = async (connection: Connection) => {
    onSocialLogIn?.();
    try {
      const { identityProvider } = await queryClient.ensureQueryData(configQuery);
      const url = identityProvider && authorizeUrl(identityProvider, connection);
      if (url && isStateStored()) return window.location.assign(url);
      if (url) setIsBlocked(true);
    } catch {
      toast.error('Login Failed');
    }
    onSocialFailure?.();
  };

  return (
    <>
      <div className="social-log-in">
        {connections.map(({ connection, icon, label }) => (
          <button
            key={connection}
            type="button"
            className="btn"
            disabled={isOff}
            aria-describedby={
              isOff ? 'social-off' : isInApp && connection === 'google-oauth2' ? 'google-in-app' : undefined
            }
            onClick={() => redirect(connection)}
          >
            <Icon name={icon} className="icon--solid icon--small" />
            {label}
          </button>
        ))}
      </div>
      {isOff && (
        <p className="hint" id="social-off">
          Login with GitHub and Google is not available here.
        </p>
      )}
      {!isOff && (
        <AppBrowserNote id="google-in-app">
          Google does not allow login inside this app, and passkeys may not work. Use GitHub or your email and password.
        </AppBrowserNote>
      )}
      {isBlocked && (
        <p className="hint" role="alert">
          Your browser blocks storage for this site, but login with GitHub or Google needs it. Allow storage for this
          site, or use your email and password.
        </p>
      )}
    </>
  );
}
