import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { OwnTokenStrategy } from './own-token.strategy';
import { PasswordHasher } from './password-hasher';
import { ProviderKeys } from './provider-keys';
import { ProviderPeople } from './provider-people';
import { ProviderTokenStrategy } from './provider-token.strategy';
import { TokenIssuer } from './token-issuer';

const tokens = [TokenIssuer, OwnTokenStrategy, ProviderKeys, ProviderPeople, ProviderTokenStrategy];

@Module({ controllers: [AccountController], providers: [AccountService, PasswordHasher, ...tokens] })
export class AccountModule {}
