import openapi from '@novacore/contract/openapi.json';
import { type Body, operationsOf, routePath } from '@novacore/contract/operations';

type ProblemSchema = {
  properties?: Record<string, ProblemSchema>;
  allOf?: ProblemSchema[];
  enum?: string[];
  const?: string;
};

/** Every problem code that a schema names. */
function codesIn({ properties = {}, allOf = [] }: ProblemSchema): string[] {
  const { code, ...others } = properties;
  const codes = code?.enum ?? (code?.const ? [code.const] : []);
  return [...codes, ...[...allOf, ...Object.values(others)].flatMap(codesIn)];
}

const problemCodes = ({ content }: Body) => codesIn(content?.['application/problem+json']?.schema ?? {});

/** The API's operations, and the codes of the problems that each may answer, by status. */
export const apiOperations = operationsOf(openapi).map(({ operationId, method, path, responses, ...operation }) => ({
  operationId,
  method: method.toUpperCase(),
  path: routePath(path),
  isAuth: operation['x-auth-problem'] === true,
  problems: Object.fromEntries(Object.entries(responses).map(([status, reply]) => [status, problemCodes(reply)])),
}));
