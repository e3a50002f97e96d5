/**
 * The walk in one statement on the same file: a name, a key and a type for every entity, and the
 * type of every relationship, as believed at one record time and true at one instant, down to a
 * number of levels below one entity. It is the same as the GraphQL query, except for merges. ?1 the
 * key of the entity, ?2 knownAt, ?3 validAt, ?4 the levels.
 */
export const WALK_STATEMENT = `
WITH RECURSIVE walk (depth, entity, relationship) AS (
  SELECT 0, e.num, NULL FROM entity e WHERE e.key = ?1
  UNION ALL
  SELECT w.depth + 1, r.target, r.num
  FROM walk w
  JOIN relationship r ON r.source = w.entity
  JOIN relationship_version v ON v.relationship = r.num AND v.recorded <= ?2 AND ?2 < v.expired AND v.valid_from <= ?3 AND ?3 < v.valid_to
  WHERE w.depth < ?4
)
SELECT w.depth, e.key, x.name, x.type, r.type AS relationship
FROM walk w
JOIN entity e ON e.num = w.entity
JOIN entity_version x ON x.entity = e.num AND x.recorded <= ?2 AND ?2 < x.expired
LEFT JOIN relationship r ON r.num = w.relationship`;
