# The account, database and containers of main.bicep, for Terraform. It takes azapi for everything: azurerm (4.x) has no full-text policy and no
# shard key of a vector index. A test compares both files; neither was deployed.
#
#   terraform -chdir=infra init
#   terraform -chdir=infra apply -var account_name=<name> -var location=westeurope -var dimensions=512 \
#     -var resource_group_id=<id of the group> -var principal_id=<object id of the service's identity>

terraform {
  required_version = ">= 1.5"
  required_providers {
    azapi = {
      source  = "Azure/azapi"
      version = "~> 2.0"
    }
  }
}

variable "resource_group_id" {
  type = string
}

variable "account_name" {
  description = "Name of the account. Its endpoint is COSMOS_ENDPOINT."
  type        = string
}

variable "location" {
  type = string
}

variable "database_name" {
  description = "COSMOS_DATABASE."
  type        = string
  default     = "palimpsest"
}

variable "dimensions" {
  description = "Dimensions of the embedder: 512 for the offline one. Cannot be changed afterwards."
  type        = number
  default     = 512
  validation {
    condition     = var.dimensions >= 2 && var.dimensions <= 4096
    error_message = "dimensions is from 2 to 4096."
  }
}

variable "vector_index" {
  description = "Kind of vector index. flat takes at most 505 dimensions."
  type        = string
  default     = "quantizedFlat"
  validation {
    condition     = contains(["flat", "quantizedFlat", "diskANN"], var.vector_index)
    error_message = "vector_index is flat, quantizedFlat or diskANN."
  }
}

variable "quantization_bytes" {
  description = "Bytes of a compressed vector (quantizedFlat, diskANN), 4 to 512. 0 leaves it to the service. Cannot be changed afterwards."
  type        = number
  default     = 0
}

variable "search_list_size" {
  description = "Candidates compared while diskANN is built, 25 to 500. 0 leaves it to the service."
  type        = number
  default     = 0
}

variable "read_regions" {
  description = "Regions that hold copies for reading, after the first one. There is one write region: with several, commits are not safe."
  type        = list(string)
  default     = []
}

variable "zone_redundant" {
  description = "Whether the regions are spread over availability zones."
  type        = bool
  default     = false
}

variable "backup_tier" {
  description = "Continuous backup: how far back the account can be restored (Continuous7Days, Continuous30Days)."
  type        = string
  default     = "Continuous7Days"
}

variable "allowed_addresses" {
  description = "Addresses or ranges (CIDR) that may reach the account. Empty: all, unless public access is off."
  type        = list(string)
  default     = []
}

variable "allowed_subnets" {
  description = "Resource ids of subnets that may reach the account."
  type        = list(string)
  default     = []
}

variable "public_network_access" {
  description = "Off: the account is reached by private endpoints only."
  type        = bool
  default     = true
}

variable "workspace_id" {
  description = "Resource id of a Log Analytics workspace for requests, query texts and throttling. Empty: no diagnostic settings."
  type        = string
  default     = ""
}

variable "throughput" {
  description = "Throughput by container where it differs: { graph = { autoscale = 10000 }, leases = { manual = 400 } }. Ignored by serverless accounts."
  type        = map(object({ manual = optional(number), autoscale = optional(number) }))
  default     = {}
}

variable "autoscale_max_ru" {
  description = "COSMOS_AUTOSCALE_MAX_RU: maximum autoscale throughput of every container. 0 makes the account serverless."
  type        = number
  default     = 0
}

variable "principal_id" {
  description = "Object id of the Entra identity of the service. Without one, assign the role later, or set disable_local_auth to false and use a key."
  type        = string
  default     = ""
}

variable "disable_local_auth" {
  description = "Whether account keys are refused."
  type        = bool
  default     = true
}

locals {
  serverless  = var.autoscale_max_ru == 0
  regions     = concat([var.location], var.read_regions)
  definitions = { for definition in jsondecode(file("${path.module}/containers.json")) : definition.id => definition }

  # As src/store/cosmos/provisioning/containers.ts: a diskANN index is sharded by the partition key.
  vector_index = merge(
    { path = "/vector", type = var.vector_index },
    { for key, value in { quantizationByteSize = var.quantization_bytes } : key => value if var.vector_index != "flat" && value > 0 },
    { for key, value in { vectorIndexShardKey = ["/tenant", "/user"] } : key => value if var.vector_index == "diskANN" },
    { for key, value in { indexingSearchListSize = var.search_list_size } : key => value if var.vector_index == "diskANN" && value > 0 },
  )

  containers = {
    for id, definition in local.definitions : id => merge(definition, {
      for key, value in {
        vectorEmbeddingPolicy = {
          vectorEmbeddings = [{ path = "/vector", dataType = "float32", distanceFunction = "cosine", dimensions = var.dimensions }]
        }
        indexingPolicy = merge(definition.indexingPolicy, { vectorIndexes = [local.vector_index] })
      } : key => value if id == "graph"
    })
  }

  manual    = { for id in keys(local.definitions) : id => try(var.throughput[id].manual, null) }
  autoscale = { for id in keys(local.definitions) : id => coalesce(try(var.throughput[id].autoscale, null), var.autoscale_max_ru) }
  options = {
    for id in keys(local.definitions) : id => merge(
      { for key, value in { throughput = local.manual[id] } : key => value if !local.serverless && value != null },
      { for key, value in { autoscaleSettings = { maxThroughput = local.autoscale[id] } } : key => value if !local.serverless && local.manual[id] == null },
    )
  }

  # "Cosmos DB Built-in Data Contributor": reads and writes data and reads container metadata, but cannot create containers.
  data_contributor = "00000000-0000-0000-0000-000000000002"
}

resource "azapi_resource" "account" {
  type      = "Microsoft.DocumentDB/databaseAccounts@2025-10-15"
  name      = var.account_name
  parent_id = var.resource_group_id
  location  = var.location
  body = {
    kind = "GlobalDocumentDB"
    properties = {
      databaseAccountOfferType      = "Standard"
      consistencyPolicy             = { defaultConsistencyLevel = "Session" }
      enableMultipleWriteLocations  = false
      enableAutomaticFailover       = length(var.read_regions) > 0
      locations                     = [for i, region in local.regions : { locationName = region, failoverPriority = i, isZoneRedundant = var.zone_redundant }]
      backupPolicy                  = { type = "Continuous", continuousModeProperties = { tier = var.backup_tier } }
      publicNetworkAccess           = var.public_network_access ? "Enabled" : "Disabled"
      ipRules                       = [for address in var.allowed_addresses : { ipAddressOrRange = address }]
      isVirtualNetworkFilterEnabled = length(var.allowed_subnets) > 0
      virtualNetworkRules           = [for subnet in var.allowed_subnets : { id = subnet }]
      capabilities = [
        for name in concat(local.serverless ? ["EnableServerless"] : [], ["EnableNoSQLVectorSearch", "EnableNoSQLFullTextSearch"]) : { name = name }
      ]
      disableLocalAuth  = var.disable_local_auth
      minimalTlsVersion = "Tls12"
    }
  }
  response_export_values = ["properties.documentEndpoint"]
}

resource "azapi_resource" "database" {
  type      = "Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2025-10-15"
  name      = var.database_name
  parent_id = azapi_resource.account.id
  body      = { properties = { resource = { id = var.database_name } } }
}

resource "azapi_resource" "container" {
  for_each  = local.containers
  type      = "Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2025-10-15"
  name      = each.key
  parent_id = azapi_resource.database.id
  body      = { properties = { resource = each.value, options = local.options[each.key] } }
}

resource "azapi_resource" "access" {
  count     = var.principal_id == "" ? 0 : 1
  type      = "Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2025-10-15"
  name      = uuidv5("url", "${azapi_resource.account.id}/${var.principal_id}/${local.data_contributor}")
  parent_id = azapi_resource.account.id
  body = {
    properties = {
      principalId      = var.principal_id
      roleDefinitionId = "${azapi_resource.account.id}/sqlRoleDefinitions/${local.data_contributor}"
      scope            = azapi_resource.account.id
    }
  }
}

resource "azapi_resource" "diagnostics" {
  count     = var.workspace_id == "" ? 0 : 1
  type      = "Microsoft.Insights/diagnosticSettings@2021-05-01-preview"
  name      = "palimpsest"
  parent_id = azapi_resource.account.id
  body = {
    properties = {
      workspaceId                 = var.workspace_id
      logAnalyticsDestinationType = "Dedicated"
      logs = [
        for category in ["DataPlaneRequests", "QueryRuntimeStatistics", "PartitionKeyStatistics", "PartitionKeyRUConsumption", "ControlPlaneRequests"] : {
          category = category
          enabled  = true
        }
      ]
      metrics = [{ category = "Requests", enabled = true }]
    }
  }
}

output "endpoint" {
  value = azapi_resource.account.output.properties.documentEndpoint
}

output "database_name" {
  value = var.database_name
}
