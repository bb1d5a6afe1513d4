import { expect, test } from 'vitest';
import { ownMailDomain } from './mail-domain.ts';

test.each([
  ['anna@gmail.com', undefined],
  ['anna@pm.me', undefined],
  ['evo@anna.fastmail.com', undefined],
  ['anna@evo-farm.example', 'evo-farm.example'],
  ['ben@a.b.EVO-farm.example', 'evo-farm.example'],
  ['anna@farm.co.uk', 'farm.co.uk'],
  ['anna@x.farm.com.br', 'farm.com.br'],
  ['anna@farm.co', 'farm.co'],
  ['anna@farm.or.jp', 'farm.or.jp'],
  ['anna@farm.org.za', 'farm.org.za'],
  // Nobody registers domains under these names but who has them.
  ['anna@one.gouv.tv', 'gouv.tv'],
  ['ben@two.gouv.tv', 'gouv.tv'],
  ['anna@one.nom.ws', 'nom.ws'],
])('%s is mail of %s', (address, domain) => expect(ownMailDomain(address)).toBe(domain));
