// An Azure Cosmos DB account for NoSQL with the database and the containers that `npm run provision` would create. The containers are
// defined in containers.json; a test compares it with src/store/cosmos/provisioning/containers.ts.
//
//   az deployment group create --resource-group <group> --template-file infra/main.bicep \
//     --parameters accountName=<name> dimensions=512 principalId=<object id of the service's identity>

@description('Name of the account. Its endpoint is COSMOS_ENDPOINT.')
param accountName string

param location string = resourceGroup().location

@description('COSMOS_DATABASE.')
param databaseName string = 'palimpsest'

@description('Dimensions of the embedder: 512 for the offline one. Cannot be changed afterwards.')
@minValue(2)
@maxValue(4096)
param dimensions int = 512

@description('Kind of vector index. flat takes at most 505 dimensions.')
@allowed(['flat', 'quantizedFlat', 'diskANN'])
param vectorIndex string = 'quantizedFlat'

@description('Bytes of a compressed vector (quantizedFlat, diskANN), 4 to 512. 0 leaves it to the service. Cannot be changed afterwards.')
@minValue(0)
@maxValue(512)
param quantizationBytes int = 0

@description('Candidates compared while diskANN is built, 25 to 500. 0 leaves it to the service.')
@minValue(0)
@maxValue(500)
param searchListSize int = 0

@description('Regions that hold copies for reading, after the first one. There is one write region: with several, commits are not safe.')
param readRegions array = []

@description('Whether the regions are spread over availability zones.')
param zoneRedundant bool = false

@description('Continuous backup: how far back the account can be restored.')
@allowed(['Continuous7Days', 'Continuous30Days'])
param backupTier string = 'Continuous7Days'

@description('Addresses or ranges (CIDR) that may reach the account. Empty: all, unless public access is off.')
param allowedAddresses array = []

@description('Resource ids of subnets that may reach the account.')
param allowedSubnets array = []

@description('Off: the account is reached by private endpoints only.')
param publicNetworkAccess bool = true

@description('Resource id of a Log Analytics workspace for requests, query texts and throttling. Empty: no diagnostic settings.')
param workspaceId string = ''

@description('Throughput by container where it differs: { graph: { autoscale: 10000 }, leases: { manual: 400 } }. Ignored by serverless accounts.')
param throughput object = {}

@description('COSMOS_AUTOSCALE_MAX_RU: maximum autoscale throughput of every container. 0 makes the account serverless.')
@minValue(0)
param autoscaleMaxRu int = 0

@description('Object id of the Entra identity of the service. Without one, assign the role later, or set disableLocalAuth to false and use a key.')
param principalId string = ''

@description('Whether account keys are refused.')
param disableLocalAuth bool = true

var serverless = autoscaleMaxRu == 0
var containers = loadJsonContent('containers.json')
var regions = concat([location], readRegions)

// As src/store/cosmos/provisioning/containers.ts: a diskANN index is sharded by the partition key.
var vectorIndexDefinition = union(
  { path: '/vector', type: vectorIndex },
  vectorIndex == 'flat' || quantizationBytes == 0 ? {} : { quantizationByteSize: quantizationBytes },
  vectorIndex == 'diskANN' ? { vectorIndexShardKey: ['/tenant', '/user'] } : {},
  vectorIndex == 'diskANN' && searchListSize > 0 ? { indexingSearchListSize: searchListSize } : {}
)

// "Cosmos DB Built-in Data Contributor": reads and writes data and reads container metadata, but cannot create containers.
var dataContributor = '00000000-0000-0000-0000-000000000002'

resource account 'Microsoft.DocumentDB/databaseAccounts@2025-10-15' = {
  name: accountName
  location: location
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    consistencyPolicy: { defaultConsistencyLevel: 'Session' }
    enableMultipleWriteLocations: false
    enableAutomaticFailover: !empty(readRegions)
    locations: [
      for (region, i) in regions: { locationName: region, failoverPriority: i, isZoneRedundant: zoneRedundant }
    ]
    backupPolicy: { type: 'Continuous', continuousModeProperties: { tier: backupTier } }
    publicNetworkAccess: publicNetworkAccess ? 'Enabled' : 'Disabled'
    ipRules: [for address in allowedAddresses: { ipAddressOrRange: address }]
    isVirtualNetworkFilterEnabled: !empty(allowedSubnets)
    virtualNetworkRules: [for subnet in allowedSubnets: { id: subnet }]
    capabilities: concat(
      serverless ? [{ name: 'EnableServerless' }] : [],
      [{ name: 'EnableNoSQLVectorSearch' }, { name: 'EnableNoSQLFullTextSearch' }]
    )
    disableLocalAuth: disableLocalAuth
    minimalTlsVersion: 'Tls12'
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15' = {
  parent: account
  name: databaseName
  properties: { resource: { id: databaseName } }
}

resource container 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15' = [
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
              indexingPolicy: union(definition.indexingPolicy, { vectorIndexes: [vectorIndexDefinition] })
            }
          : {}
      )
      options: serverless
        ? {}
        : contains(throughput, definition.id) && contains(throughput[definition.id], 'manual')
            ? { throughput: throughput[definition.id].manual }
            : {
                autoscaleSettings: {
                  maxThroughput: contains(throughput, definition.id) ? throughput[definition.id].autoscale : autoscaleMaxRu
                }
              }
    }
  }
]

resource access 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15' = if (!empty(principalId)) {
  parent: account
  name: guid(account.id, principalId, dataContributor)
  properties: {
    principalId: principalId
    roleDefinitionId: '${account.id}/sqlRoleDefinitions/${dataContributor}'
    scope: account.id
  }
}

resource diagnostics 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = if (!empty(workspaceId)) {
  name: 'palimpsest'
  scope: account
  properties: {
    workspaceId: workspaceId
    logAnalyticsDestinationType: 'Dedicated'
    logs: [
      for category in ['DataPlaneRequests', 'QueryRuntimeStatistics', 'PartitionKeyStatistics', 'PartitionKeyRUConsumption', 'ControlPlaneRequests']: {
        category: category
        enabled: true
      }
    ]
    metrics: [{ category: 'Requests', enabled: true }]
  }
}

output endpoint string = account.properties.documentEndpoint
output databaseName string = databaseName
