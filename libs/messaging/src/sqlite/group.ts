import type { Delivery } from './delivery.js';
import type { GroupOffsets } from './offsets.js';

/** A consumer group whose members are all in this process. */
export interface Group {
  readonly offsets: GroupOffsets;
  join(member: Delivery): void;
  leave(member: Delivery): void;
  /** Whether this member is to read the partition. */
  assigns(member: Delivery, partition: number): boolean;
  /** The member that reads the partition. It changes only after the former one has returned and committed. */
  holder(partition: number): Delivery | undefined;
  hold(member: Delivery, partition: number): void;
  /** The partition is free for the member that it is assigned to. */
  release(partition: number): void;
  heldBy(member: Delivery): readonly number[];
}

const createGroup = (offsets: GroupOffsets): Group => {
  const members: Delivery[] = [];
  const held = new Map<number, Delivery>();
  const wakeAll = (): void => members.forEach((member) => member.wake());
  return {
    offsets,
    join(member) {
      members.push(member);
      wakeAll();
    },
    leave(member) {
      members.splice(members.indexOf(member), 1);
      wakeAll();
    },
    assigns: (member, partition) => members[partition % members.length] === member,
    holder: (partition) => held.get(partition),
    hold: (member, partition) => void held.set(partition, member),
    release(partition) {
      held.delete(partition);
      wakeAll();
    },
    heldBy: (member) => [...held].flatMap(([partition, holder]) => (holder === member ? [partition] : [])),
  };
};

/** Members with the same group name share one group. */
export const groupsBy = (offsetsOf: (name: string) => GroupOffsets): ((name: string) => Group) => {
  const groups = new Map<string, Group>();
  return (name) => {
    const group = groups.get(name) ?? createGroup(offsetsOf(name));
    groups.set(name, group);
    return group;
  };
};
