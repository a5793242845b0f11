import { postgresUrl } from '../support/database';
import { describeOnPostgres } from '../support/on-postgres';
import { readRecording, repeatCalls, restoreDump, unpackData } from '../support/release-1.3';

const recording = readRecording();

describeOnPostgres('a database of release 1.3 on PostgreSQL', () => {
  test('gives every response that release 1.3 gave', async () => {
    const database = await restoreDump(postgresUrl ?? '');
    expect(await repeatCalls(recording, database)).toEqual(recording.calls);
    await database.drop();
  });
});

describe('a database of release 1.3 as .data', () => {
  test('gives every response that release 1.3 gave', async () => {
    const database = unpackData();
    expect(await repeatCalls(recording, database)).toEqual(recording.calls);
    await database.drop();
  });
});
