import * as z from 'zod/mini';
import { createActChallenge } from '../../contracts/api/act-challenge.ts';
import * as admin from '../../contracts/api/admin.ts';
import * as acts from '../../contracts/api/admin-acts.ts';
import * as auditors from '../../contracts/api/admin-auditors.ts';
import * as clusters from '../../contracts/api/admin-clusters.ts';
import { watchAdminChanges } from '../../contracts/api/admin-events.ts';
import * as exports from '../../contracts/api/admin-exports.ts';
import { adminInbox } from '../../contracts/api/admin-inbox.ts';
import * as setAside from '../../contracts/api/admin-set-aside.ts';
import * as adminUsers from '../../contracts/api/admin-users.ts';
import * as dashboard from '../../contracts/api/dashboard.ts';
import * as email from '../../contracts/api/email.ts';
import type { Endpoint } from '../../contracts/api/endpoint.ts';
import { errorResponse } from '../../contracts/api/error.ts';
import * as ledger from '../../contracts/api/ledger.ts';
import * as ledgerAt from '../../contracts/api/ledger-at.ts';
import * as ledgerLog from '../../contracts/api/ledger-log.ts';
import * as ledgerSeals from '../../contracts/api/ledger-seals.ts';
import { getTile } from '../../contracts/api/ledger-tiles.ts';
import * as music from '../../contracts/api/music.ts';
import * as network from '../../contracts/api/network.ts';
import * as personalData from '../../contracts/api/personal-data.ts';
import * as profile from '../../contracts/api/profile.ts';
import * as raffle from '../../contracts/api/raffle.ts';
import * as referrals from '../../contracts/api/referrals.ts';
import * as rewardRequests from '../../contracts/api/reward-requests.ts';
import * as rewards from '../../contracts/api/rewards.ts';
import * as sessions from '../../contracts/api/sessions.ts';
import * as social from '../../contracts/api/social.ts';
import * as socials from '../../contracts/api/socials.ts';
import * as users from '../../contracts/api/users.ts';
import * as wallet from '../../contracts/api/wallet.ts';
import { HEADERS } from '../../contracts/constants.ts';
import { failureResponses, failuresOf } from './openapi-responses.ts';
import { SESSION_COOKIE } from './session-cookie.ts';

/** Every call of the API, in the order in which the page shows them. */
export const endpoints: readonly Endpoint[] = [
  wallet.createChallenge,
  wallet.connectWallet,
  wallet.disconnectWallet,
  wallet.getSession,
  sessions.listOwnSessions,
  sessions.signOutEverywhere,
  createActChallenge,
  network.getNetwork,
  dashboard.getDashboard,
  dashboard.getDashboardOf,
  dashboard.getLeaderboard,
  dashboard.getTransactions,
  users.listUsers,
  users.listUsersOf,
  rewards.claimRewards,
  rewards.checkIn,
  rewards.joinWhitelist,
  profile.changeUsername,
  personalData.erasePersonalData,
  personalData.eraseUserData,
  referrals.getReferrals,
  ledger.explainFigure,
  ledger.getHistory,
  ledgerLog.listLedgerEvents,
  ledgerLog.listOwnLedgerEvents,
  ledgerLog.getLedgerEvent,
  ledgerAt.getLedgerAt,
  ledgerAt.getOwnBalanceAt,
  ledgerAt.getLedgerDifference,
  ledgerAt.exportLedger,
  ledgerSeals.getCheckpoint,
  ledgerSeals.getSeals,
  ledgerSeals.getReceipt,
  ledgerSeals.getConsistency,
  getTile,
  email.signUpEmail,
  email.resendEmail,
  email.verifyEmail,
  email.readLink,
  social.getSocial,
  social.connectSocial,
  social.verifyTask,
  social.getTwitterPosts,
  socials.getAllPlatforms,
  socials.getInstagramPosts,
  socials.getSocialImage,
  socials.getPublicFigures,
  admin.getAdminWallets,
  admin.sendReward,
  rewardRequests.listRewardRequests,
  rewardRequests.approveReward,
  rewardRequests.declineReward,
  acts.addAdmin,
  acts.removeAdmin,
  auditors.listAuditors,
  auditors.addAuditor,
  auditors.removeAuditor,
  acts.clearBalance,
  acts.removeUser,
  acts.removeUsers,
  acts.clearAllBalances,
  acts.resetRewards,
  acts.massActProgress,
  acts.undoAct,
  clusters.faucetState,
  clusters.listClusters,
  clusters.listClusterMembers,
  clusters.holdClaims,
  clusters.releaseClaims,
  adminInbox,
  setAside.listSetAside,
  setAside.retrySetAside,
  setAside.dismissSetAside,
  adminUsers.listAdminUsers,
  adminUsers.adminStats,
  adminUsers.activityHistory,
  exports.exportEmails,
  exports.exportWallets,
  exports.exportUsers,
  exports.exportWhitelist,
  exports.exportActivity,
  watchAdminChanges,
  raffle.startRaffle,
  raffle.payRaffle,
  raffle.latestRaffle,
  raffle.listRaffles,
  raffle.getRaffle,
  raffle.getAdminRaffle,
  raffle.getRaffleProof,
  raffle.getRaffleNames,
  raffle.getOwnEntry,
  music.getMusicTracks,
  music.getMusicFile,
  music.listAdminMusic,
  music.beginMusicUpload,
  music.putMusicFile,
  music.removeMusicTrack,
];

/** The OpenAPI 3.1 description of the API, generated from the contracts that the server validates with. */
export function openApi(publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/[:*](\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'evo-rewards',
      version: '1',
      description:
        'Amounts are EVO as decimal strings with at most 18 decimals. A list is paged by cursor. An address that is not listed here is 404; every failure has the body of `Error`.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE } },
      responses: failureResponses,
      schemas: { Error: z.toJSONSchema(errorResponse, { io: 'output' }) },
    },
  };
}

function operation(endpoint: Endpoint) {
  const { method, path, request, response, access, command, summary } = endpoint;
  const successes = Object.fromEntries(
    Object.entries(endpoint.also ?? {}).map(([status, description]) => [status, { description }]),
  );
  return {
    summary,
    ...(access !== 'public' && { security: [{ session: [] }] }),
    ...(endpoint.patienceMs !== undefined && { 'x-patience-ms': endpoint.patienceMs }),
    parameters: [
      ...[...path.matchAll(/[:*](\w+)/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(method === 'GET' && request ? queryParameters(request) : []),
      ...(endpoint.query ?? []).map((name) => ({
        name,
        in: 'query',
        required: true,
        schema: { type: 'string' },
      })),
      ...(method === 'GET'
        ? [header(HEADERS.ledgerPosition, false, 'Wait until the read models have reached this position')]
        : []),
      ...(command && access !== 'public'
        ? [header('Idempotency-Key', false, 'A UUID; a retry with the same key is never applied twice')]
        : []),
      ...(access === 'admin' || access === 'superAdmin'
        ? [header(HEADERS.walletAddress, true, "The session's own wallet")]
        : []),
      ...Object.entries(endpoint.headers ?? {}).map(([name, says]) => header(name, false, says)),
    ],
    ...(endpoint.consumes && {
      requestBody: {
        required: true,
        content: { [endpoint.consumes]: { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    ...(method !== 'GET' &&
      request && {
        requestBody: {
          required: true,
          content: { 'application/json': { schema: z.toJSONSchema(request, { io: 'input' }) } },
        },
      }),
    responses: {
      200: {
        description: 'Done',
        content: {
          [endpoint.produces ?? 'application/json']: { schema: z.toJSONSchema(response, { io: 'output' }) },
        },
      },
      ...successes,
      ...failuresOf(endpoint),
    },
  };
}

function header(name: string, required: boolean, description: string) {
  return { name, in: 'header', required, description, schema: { type: 'string' } };
}

function queryParameters(request: z.ZodMiniType) {
  const { properties = {}, required = [] } = z.toJSONSchema(request, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}
