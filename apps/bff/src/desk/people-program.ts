import { Argument, Command } from 'commander';
import { as, json, type Run, reason, run, runWith } from './command-line';
import { PeopleAdmin } from './people-admin';
import { printDeletion, printPeople, printPerson, printRole } from './print-people';
import { wordsFor } from './words';

const one = "the person's address or id";

/** @param run opens what a command needs, and closes it after. */
function program(run: Run<PeopleAdmin>): Command {
  const people = new Command('people')
    .exitOverride()
    .description('Accounts: what is stored, and what their owners ask for.');
  people
    .command('find')
    .description('the accounts of an address')
    .argument('<email>', 'the whole address')
    .addOption(as)
    .addOption(json)
    .action(async (email, options) => {
      await run(options.json, (admin) => admin.list(email, options), printPeople);
    });
  people
    .command('show')
    .description('one account, and what operators did with it')
    .argument('<person>', one)
    .addOption(as)
    .addOption(json)
    .action(async (person, options) => {
      await run(options.json, (admin) => admin.view(person, options), printPerson);
    });
  people
    .command('export')
    .description('everything stored about a person, as JSON, as they get it themselves')
    .argument('<person>', one)
    .addOption(as)
    .addOption(reason())
    .addOption(json)
    .action(
      async (person, options) => void (await run(false, (admin) => admin.export(person, options), JSON.stringify)),
    );
  people
    .command('delete')
    .description('delete an account as its owner can; orders are kept without the address')
    .argument('<person>', one)
    .addOption(as)
    .addOption(reason().makeOptionMandatory())
    .option('--despite-payment', 'also while a payment may be on its way')
    .addOption(json)
    .action(async (person, options) => {
      await run(options.json, (admin) => admin.delete(person, options), printDeletion);
    });
  people
    .command('end-sessions')
    .description('log a person out everywhere')
    .argument('<person>', one)
    .addOption(as)
    .addOption(reason())
    .addOption(json)
    .action(async (person, options) => {
      await run(options.json, (admin) => admin.endSessions(person, options), printPerson);
    });
  people
    .command('remove-passkeys')
    .description('remove all passkeys of a person who has lost them, and log the person out everywhere')
    .argument('<person>', one)
    .addOption(as)
    .addOption(reason().makeOptionMandatory())
    .addOption(json)
    .action(async (person, options) => {
      await run(options.json, (admin) => admin.removePasskeys(person, options), printPerson);
    });
  addRoles(people, run);
  return people;
}

function addRoles(people: Command, run: Run<PeopleAdmin>) {
  people
    .command('grant')
    .description('let a person use the desk, or change the role; the person gets a mail')
    .argument('<person>', one)
    .addArgument(new Argument('<role>', 'what the person may do').choices(['support', 'finance']))
    .addOption(as)
    .addOption(json)
    .action(async (person, role, options) => {
      await run(options.json, (admin) => admin.grant(person, role, options), printRole(`Has the role ${role}`));
    });
  people
    .command('revoke')
    .description('end the role of a person; the person gets a mail')
    .argument('<person>', one)
    .addOption(as)
    .addOption(reason())
    .addOption(json)
    .action(async (person, options) => {
      await run(options.json, (admin) => admin.revoke(person, options), printRole('No longer has a role'));
    });
}

/** Runs `npm run people -- …`. */
export const runPeople = (args: string[]) => run(program(runWith((desk) => new PeopleAdmin(desk))), args, wordsFor);
