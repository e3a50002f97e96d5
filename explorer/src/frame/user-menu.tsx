import { useQuery } from "urql";
import { LocalUsersDocument } from "../api/operations.ts";
import { useIdentity } from "./identity.tsx";

/** The service's own name for the user of requests that name none. */
const DEFAULT_USER = "local";

/** Chooses among the users of a service without credentials. One with credentials lists nobody. */
export const UserMenu = () => {
  const { user, setUser, secret, signOut } = useIdentity();
  const [{ data }] = useQuery({ query: LocalUsersDocument, pause: secret !== null });
  if (secret !== null)
    return (
      <button type="button" className="button small" onClick={signOut}>
        Sign out
      </button>
    );
  const own = user ?? DEFAULT_USER;
  const users = [...new Set([own, DEFAULT_USER, ...(data?.localUsers ?? [])])].toSorted();
  if (!data || users.length < 2) return null;
  return (
    <label className="user">
      <span className="visually-hidden">Whose memory</span>
      <select
        value={own}
        onChange={(event) =>
          setUser(event.target.value === DEFAULT_USER ? null : event.target.value)
        }
      >
        {users.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
};
