import { useQuery } from "urql";
import { LocalUsersDocument, SharedSpacesDocument } from "../api/operations.ts";
import { useIdentity } from "./identity.tsx";

/** The service's name for the user of requests without one. */
const DEFAULT_USER = "local";

/** No shared space has this name, because their names contain no spaces. */
const OWN_MEMORY = "own memory";

/**
 * Selects the shown memory: that of a user, if the service requires no credentials and therefore
 * lists its users, or of a granted shared space.
 */
const Whose = () => {
  const { user, space, secret, setUser, setSpace } = useIdentity();
  const [{ data: local }] = useQuery({ query: LocalUsersDocument, pause: secret !== null });
  const [{ data: granted }] = useQuery({ query: SharedSpacesDocument });
  const own = user ?? (secret === null ? DEFAULT_USER : OWN_MEMORY);
  const knownUsers = secret === null ? [DEFAULT_USER, ...(local?.localUsers ?? [])] : [];
  const users = [...new Set([own, ...knownUsers])].toSorted();
  const open = space === null ? [] : [space];
  const spaces = [...new Set([...open, ...(granted?.sharedSpaces ?? [])])].toSorted();
  if (users.length + spaces.length < 2) return null;
  const choose = (value: string): void => {
    const [kind, name = ""] = value.split(/:(.*)/su);
    if (kind === "space") setSpace(name);
    else if (name === own) setSpace(null);
    else setUser(name === DEFAULT_USER ? null : name);
  };
  return (
    <label className="whose">
      <span className="visually-hidden">Whose memory</span>
      <select
        value={space === null ? `user:${own}` : `space:${space}`}
        title="Whose memory"
        onChange={(event) => choose(event.target.value)}
      >
        {users.map((name) => (
          <option key={name} value={`user:${name}`}>
            {name}
          </option>
        ))}
        {spaces.length > 0 && (
          <optgroup label="Shared spaces">
            {spaces.map((name) => (
              <option key={name} value={`space:${name}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </select>
    </label>
  );
};

export const UserMenu = () => {
  const { secret, signOut } = useIdentity();
  return (
    <>
      <Whose />
      {secret !== null && (
        <button type="button" className="button small" onClick={signOut}>
          Sign out
        </button>
      )}
    </>
  );
};
