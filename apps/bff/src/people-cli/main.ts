// `npm run people -- find|show|export|delete|end-sessions`: what an operator does with accounts.
import { Module } from '@nestjs/common';
import { AccountDataService } from '../account/account-data.service';
import { PasswordHasher } from '../account/password-hasher';
import { AuditLog } from '../cli/audit-log';
import { runWith, start } from '../cli/command-line';
import { PeopleAdmin } from './people-admin';
import { program } from './program';

@Module({ providers: [AccountDataService, AuditLog, PasswordHasher, PeopleAdmin] })
class PeopleCliModule {}

start(program(runWith({ module: PeopleCliModule }, PeopleAdmin)));
