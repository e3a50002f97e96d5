// An Azure Cosmos DB account for NoSQL as the service needs it, with the database and the containers that `npm run provision` would
// make. The containers stand in containers.json, which a test holds to src/store/cosmos/containers.ts.
//
//   az deployment group create --resource-group <group> --template-file infra/main.bicep \
//     --parameters accountName=<name> dimensions=512 principalId=<object id of the service's identity>

@description('Name of the account; its endpoint is COSMOS_ENDPOINT.')
param accountName string

param location string = resourceGroup().location

@description('COSMOS_DATABASE.')
param databaseName string = 'palimpsest'

@description('Dimensions of the embedder: 512 for the offline one. They cannot be changed afterwards.')
@minValue(2)
@maxValue(4096)
param dimensions int = 512

@description('How vectors are indexed; flat takes at most 505 dimensions.')
@allowed(['flat', 'quantizedFlat', 'diskANN'])
param vectorIndex string = 'quantizedFlat'

@description('COSMOS_AUTOSCALE_MAX_RU: autoscale of every container up to this. 0 makes the account serverless.')
@minValue(0)
param autoscaleMaxRu int = 0

@description('Object id of the Entra identity that the service runs as. Left out, only keys open the account.')
param principalId string = ''

@description('Whether keys open the account; with an Entra identity they need not.')
param disableLocalAuth bool = !empty(principalId)

var serverless = autoscaleMaxRu == 0
var containers = loadJsonContent('containers.json')

// "Cosmos DB Built-in Data Contributor": reads and writes data, reads what containers are like, makes none.
var dataContributor = '00000000-0000-0000-0000-000000000002'

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-12-01-preview' = {
  name: accountName
  location: location
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    consistencyPolicy: { defaultConsistencyLevel: 'Session' }
    locations: [{ locationName: location, failoverPriority: 0, isZoneRedundant: false }]
    capabilities: concat(
      serverless ? [{ name: 'EnableServerless' }] : [],
      [{ name: 'EnableNoSQLVectorSearch' }, { name: 'EnableNoSQLFullTextSearch' }]
    )
    disableLocalAuth: disableLocalAuth
    minimalTlsVersion: 'Tls12'
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-12-01-preview' = {
  parent: account
  name: databaseName
  properties: { resource: { id: databaseName } }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-12-01-preview' = [
  for definition in containers: {
    parent: database
    name: definition.id
    properties: {
      resource: union(
        definition,
        definition.id == 'graph'
          ? {
              vectorEmbeddingPolicy: {
                vectorEmbeddings: [{ path: '/vector', dataType: 'float32', distanceFunction: 'cosine', dimensions: dimensions }]
              }
              indexingPolicy: union(definition.indexingPolicy, { vectorIndexes: [{ path: '/vector', type: vectorIndex }] })
            }
          : {}
      )
      options: serverless ? {} : { autoscaleSettings: { maxThroughput: autoscaleMaxRu } }
    }
  }
]

resource access 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2024-12-01-preview' = if (!empty(principalId)) {
  parent: account
  name: guid(account.id, principalId, dataContributor)
  properties: {
    principalId: principalId
    roleDefinitionId: '${account.id}/sqlRoleDefinitions/${dataContributor}'
    scope: account.id
  }
}

output endpoint string = account.properties.documentEndpoint
output databaseName string = databaseName
