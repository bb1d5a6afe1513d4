import { expect, test } from 'vitest';
import { ownMailDomain } from './own-mail-domain.ts';

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
  ['anna@farm.com.mt', 'farm.com.mt'],
  ['anna@mail.farm.city.kawasaki.jp', 'city.kawasaki.jp'],
  ['anna@co.uk', 'co.uk'],
  ['a@mail.example.com', 'example.com'],
  ['a@mail.example.co.uk', 'example.co.uk'],
  ['a@mail.com.example', 'com.example'],
  ['a@x.mail.de', 'mail.de'],
  ['a@mail.co.name', 'co.name'],
  // Nobody registers domains under these names but who has them.
  ['anna@one.gouv.tv', 'gouv.tv'],
  ['ben@two.gouv.tv', 'gouv.tv'],
  ['anna@one.nom.ws', 'nom.ws'],
])('%s is mail of %s', (address, domain) => expect(ownMailDomain(address)).toBe(domain));
