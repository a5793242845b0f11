// `npm run people -- find|show|export|delete|end-sessions`: what an operator does with accounts.
import '../short-lived';
import { runPeople } from './program';

void runPeople(process.argv.slice(2));
