import { Module } from '@nestjs/common';
import { AccountController } from './account.controller';
import { AccountService } from './account.service';
import { FederatedUsers } from './federated-users';
import { Jwks } from './jwks';
import { OwnTokenStrategy } from './own-token.strategy';
import { PasswordHasher } from './password-hasher';
import { ProviderTokenStrategy } from './provider-token.strategy';
import { TokenIssuer } from './token-issuer';

const tokens = [TokenIssuer, OwnTokenStrategy, Jwks, FederatedUsers, ProviderTokenStrategy];

@Module({ controllers: [AccountController], providers: [AccountService, PasswordHasher, ...tokens] })
export class AccountModule {}
