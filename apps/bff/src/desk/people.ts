// `npm run people -- find|show|export|delete|end-sessions|remove-passkeys|grant|revoke`: what an operator does with accounts.
import '../short-lived';
import { runPeople } from './people-program';

void runPeople(process.argv.slice(2));
