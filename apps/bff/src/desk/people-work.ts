import { Module } from '@nestjs/common';
import { AccountDataService } from '../account/account-data.service';
import { GuessLimit } from '../account/guess-limit';
import { PasswordHasher } from '../account/password-hasher';

/** What commands need that export or delete. Imported by these only: it takes longer to load than the rest. */
@Module({ providers: [AccountDataService, GuessLimit, PasswordHasher] })
export class PeopleWork {
  constructor(readonly data: AccountDataService) {}
}
