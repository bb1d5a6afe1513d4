import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

/** `event_store.client.gossip.ClusterInfo` with one member, the leader: this node. */
export function clusterInfo(instanceId: string, { host, port }: { host: string; port: number }): Buffer {
  const id = new shared.UUID();
  id.setString(instanceId);
  const endPoint = new gossip.EndPoint();
  endPoint.setAddress(host);
  endPoint.setPort(port);
  const member = new gossip.MemberInfo();
  member.setInstanceId(id);
  member.setTimeStamp(String(BigInt(Date.now()) * 10_000n));
  member.setState(gossip.MemberInfo.VNodeState.LEADER);
  member.setIsAlive(true);
  member.setHttpEndPoint(endPoint);
  const info = new gossip.ClusterInfo();
  info.addMembers(member);
  return Buffer.from(info.serializeBinary());
}
