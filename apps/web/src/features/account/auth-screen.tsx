import type { ReactNode } from 'react';
import { Link } from 'react-router';
import burst from '../../site/drawings/burst.svg?raw';
import { Logo } from '../../ui/logo';
import { SocialLogIn } from './social-log-in';

type Props = {
  title: string;
  /** Under the title: why somebody is here. */
  notice?: string;
  children: ReactNode;
  question?: string;
  /** To the other of the two screens. */
  other: { href: string; label: string };
};

/** The split screen of log-in and sign-up: the brand's panel, and a form. */
export function AuthScreen({ title, notice, children, question, other }: Props) {
  return (
    <div className="auth">
      <BrandPanel />
      <div className="auth__form">
        <div className="auth__inner">
          <h1>{title}</h1>
          <p role="status" className="muted">
            {notice}
          </p>
          {children}
          <p className="divider">or</p>
          <SocialLogIn />
          <p className="muted auth__other">
            {question && `${question} `}
            <Link to={other.href}>{other.label}</Link>
          </p>
        </div>
      </div>
    </div>
  );
}

function BrandPanel() {
  return (
    <div className="auth__brand">
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a file of ours */}
      <div className="drawing" dangerouslySetInnerHTML={{ __html: burst }} />
      <Logo />
      <nav className="auth__foot" aria-label="Help and legal">
        <a href="/contact">Contact us</a>
        <a href="/legal">Privacy</a>
        <a href="/legal">Terms</a>
        <a href="/legal#faq">FAQ</a>
      </nav>
    </div>
  );
}
