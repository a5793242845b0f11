import type { Problem } from '../../api/problem';
import { wordsOf } from '../../api/problem';
import type { FieldErrors } from '../../ui/field-errors';
import { emailAdvice } from '../../ui/field-messages';
import { Icon } from '../../ui/icon';

/** Which field a code speaks about. */
const fieldOf: Partial<Record<Problem['code'], string>> = {
  email_taken: 'email',
  password_refused: 'password',
};

const plainWords = (field: string) => (field === 'email' ? emailAdvice : 'Please check what you entered here.');

/** What the server found at each field. Its sentences for people are the problem's title too; others are the validator's. */
export function fieldErrorsOf(problem: Problem, passwordField = 'password'): FieldErrors {
  const field = fieldOf[problem.code];
  const found =
    problem.errors?.map(({ path, message }) => {
      const name = path.slice(1);
      return [name, message === problem.title ? message : plainWords(name)];
    }) ?? [];
  if (field) found.push([field === 'password' ? passwordField : field, wordsOf(problem)]);
  return Object.fromEntries(found);
}

/** The server's own words about a form that failed, read out as they appear. */
export function FormProblem({ problem }: { problem: Problem | null }) {
  return (
    <div role="alert">
      {problem && (
        <p className="alert">
          <Icon name="alert" className="icon--s" />
          <span>{wordsOf(problem)}</span>
        </p>
      )}
    </div>
  );
}
