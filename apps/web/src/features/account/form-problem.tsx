import type { Problem } from '../../api/problem';
import { wordsOf } from '../../api/problem';
import type { FieldErrors } from '../../ui/field-errors';
import { Icon } from '../../ui/icon';

/** Which field a code speaks about. */
const fieldOf: Partial<Record<Problem['code'], string>> = {
  email_taken: 'email',
  password_refused: 'password',
};

/** What the server found at each field. */
export function fieldErrorsOf(problem: Problem, passwordField = 'password'): FieldErrors {
  const field = fieldOf[problem.code];
  const found = problem.errors?.map(({ path, message }) => [path.slice(1), message]) ?? [];
  if (field) found.push([field === 'password' ? passwordField : field, wordsOf(problem)]);
  return Object.fromEntries(found);
}

const waitFor = (seconds: number) => (seconds > 90 ? `${Math.ceil(seconds / 60)} minutes` : `${seconds} seconds`);

/** The server's own words about a form that failed, read out as they appear. */
export function FormProblem({ problem }: { problem: Problem | null }) {
  return (
    <div role="alert">
      {problem && (
        <p className="alert">
          <Icon name="alert" className="icon--small" />
          <span>
            {wordsOf(problem)}
            {problem.retryAfterSeconds && ` Please try again in ${waitFor(problem.retryAfterSeconds)}.`}
          </span>
        </p>
      )}
    </div>
  );
}
